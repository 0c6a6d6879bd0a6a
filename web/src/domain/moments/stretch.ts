/** A stretch of the recording to share, ms. */
export type Stretch = { startMs: number; endMs: number };
