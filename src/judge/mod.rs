//! A dossier to a verdict: signals and the offline judge. Pure: no I/O.
