"""What a reduction looks like to people: the HTML report, and still pictures of key poses and selection spaces.

A report and a picture are functions of their input alone: no date, no duration, the same run gives the same bytes.

    page/          the page: `report.write_report`, its template, style and script, and uPlot (MIT), which it carries;
                   `score_page.write_score_page`
    pictures/      PNGs: a selection space, key poses, curves before and after, foot labels, methods beside the optimum,
                   scores over time
    pose_strip.py  key poses as lines in the plane; strip_svg.py draws them as SVG
    thumbnail.py   a few poses of a clip as one small SVG
    stick_figure.py, camera.py   which joints a figure is drawn with, and where it is seen from
    wording.py     numbers as people read them

May import: ground, motion, keyframes, curves, feet, reduce, synthesis.
"""
