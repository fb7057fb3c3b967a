// The baseline that anyone can run: Salient Poses as one would write it down, single-threaded, double precision.
// Error table: the largest distance of the poses between two keys from the line through the keys' poses.
// Selections: for every count and end frame the best key before it, composed by maximum.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

extern "C" void plain_table(const double* points, int frames, int columns, double* table) {
    std::vector<double> direction(columns);
    for (int i = 0; i < frames; i++) {
        for (int j = i + 1; j < frames; j++) {
            double length = 0.0;
            for (int c = 0; c < columns; c++) {
                direction[c] = points[j * columns + c] - points[i * columns + c];
                length += direction[c] * direction[c];
            }
            length = std::sqrt(length);
            for (int c = 0; c < columns; c++) direction[c] = length > 0.0 ? direction[c] / length : 0.0;
            double worst = 0.0;
            for (int k = i + 1; k < j; k++) {
                double along = 0.0;
                for (int c = 0; c < columns; c++)
                    along += (points[k * columns + c] - points[i * columns + c]) * direction[c];
                double square = 0.0;
                for (int c = 0; c < columns; c++) {
                    double away = points[k * columns + c] - points[i * columns + c] - along * direction[c];
                    square += away * away;
                }
                worst = std::max(worst, square);
            }
            table[i * frames + j] = std::sqrt(worst);
        }
    }
}

extern "C" void plain_selections(const double* table, int frames, int counts, double* best, int* before) {
    const double none = std::numeric_limits<double>::infinity();
    std::fill(best, best + (size_t)counts * frames, none);
    best[0] = 0.0;
    for (int k = 1; k < counts; k++) {
        for (int j = k; j < frames; j++) {
            double least = none;
            int from = -1;
            for (int i = k - 1; i < j; i++) {
                double error = std::max(best[(size_t)(k - 1) * frames + i], table[i * frames + j]);
                if (error < least) {
                    least = error;
                    from = i;
                }
            }
            best[(size_t)k * frames + j] = least;
            before[(size_t)k * frames + j] = from;
        }
    }
}
