/** Channel that wakes workers to cut the sound for a link to a moment. */
export const MOMENT_CHANNEL = 'escuta_momento';
