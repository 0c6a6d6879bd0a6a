/** PostgreSQL channel that wakes workers to cut the sound for a link to a moment of a recording. */
export const MOMENT_CHANNEL = 'escuta_momento';
