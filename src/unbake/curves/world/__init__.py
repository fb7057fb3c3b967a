"""The world-space match: slopes change together so that hands, feet and head stay where they were captured."""
