/** A stretch of the recording that somebody wants to share, ms. */
export type Stretch = { startMs: number; endMs: number };
