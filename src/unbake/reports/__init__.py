"""What a reduction looks like to people: the HTML report, and still pictures of key poses and selection spaces.

Imports everything below it (`motion`, `keyframes`, `curves`, `formats`); only the command line and the studio import
it.
A report and a picture are functions of their input alone: no date, no duration, the same run gives the same bytes.

    report.py            the page: `write_report`
    tables.py            its tables: settings, layers, outputs
    chart_data.py        its numbers for the charts that `report.js` draws with uPlot
    worst_curves.py      which curves are worth a look
    dopesheet.py         the strip of diamonds
    strip_svg.py         the strip of key poses
    strip_picture.py     the same as a PNG: `keyframe_strip_png`
    space_plot.py        a selection space as a PNG: `space_plot_png`
    curve_picture.py     curves before and after as a PNG: `curves_plot_png`
    foot_picture.py      what foot labels are judged by, as a PNG: `foot_picture_png`
    comparison.py        methods beside the optimum as a PNG: `comparison_plot_png`
    pose_strip.py        key poses as lines in the plane
    stick_figure.py      which joints a figure is drawn with
    camera.py            where it is seen from
    wording.py           numbers as people read them
    report.html, .css, .js   the page's own template, style and script
    vendor/              uPlot (MIT), inlined into every page
"""
