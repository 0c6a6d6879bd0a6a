import { useEffect, useState } from 'react';

/**
 * Length of a chosen sound in seconds, as the browser reads it; null while unknown, or for a format that it cannot
 * read.
 */
export function useAudioLength(file: File | null): number | null {
  const [read, setRead] = useState<{ file: File; seconds: number } | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    const audio = new Audio();
    audio.preload = 'metadata';
    audio.onloadedmetadata = () => {
      // The browser reports Infinity for a file whose header has no length.
      if (Number.isFinite(audio.duration) && audio.duration > 0) setRead({ file, seconds: audio.duration });
    };
    audio.src = url;
    return () => {
      audio.onloadedmetadata = null;
      audio.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return read && read.file === file ? read.seconds : null;
}
