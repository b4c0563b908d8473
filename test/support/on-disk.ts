/** Imported by tests that are about a real disk: what reuses inodes, flushes, and clones. Their homes lie on one. */
if (process.env.REAL_TMPDIR) process.env.TMPDIR = process.env.REAL_TMPDIR;
