/** PostgreSQL channel that wakes workers to cut the sound of a moment's link. */
export const MOMENT_CHANNEL = 'escuta_momento';
