// Imported first by programs that write data: what they create is for its owner alone (folders 700, files 600).
process.umask(0o077);
