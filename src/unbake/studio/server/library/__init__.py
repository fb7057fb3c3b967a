"""The library of motions that is open in the studio: clips, thumbnails, annotations, search and learning."""
