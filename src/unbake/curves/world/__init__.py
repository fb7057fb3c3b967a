"""The world-space match: curves change together so that hands, feet and head stay where they were captured."""
