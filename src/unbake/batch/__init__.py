"""The same work on every clip of an archive: resumable, on all cores or on a cluster, with a summary.

What is done to a clip is a callable that comes from above; here is what is around it.

    clips/        clips of a folder, a zip or a library, brought to hand one by one
    running/      one clip at a time: in worker processes of this machine, or on a Dask cluster
    task.py       one clip and what is to be done to it
    record.py     what is done, so that the next run goes on; names.py where each result goes
    outliers.py   which clips are worth a look; summary.py, page/ and table.py show them

May import: ground, compiling, feet, formats, library, reports.
"""
