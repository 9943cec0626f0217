//! What limits a version, and where to look (section 3.2).
