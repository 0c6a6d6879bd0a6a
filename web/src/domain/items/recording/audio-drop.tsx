import { FileAudio } from 'lucide-react';
import { FileDrop, type FileDropProps } from '../../../kit/file-drop.tsx';
import { AUDIO_ACCEPT, audioFileError } from './audio-file.ts';
import { DemoSamples } from './demo-samples.tsx';

type AudioDropProps = Pick<FileDropProps, 'file' | 'onChange' | 'disabled'> & {
  /** Words under the label: 'opcional', limits … */
  hint?: string;
};

/** Picks one recording. */
export function AudioDrop({ hint = 'MP3, WAV, OGG ou M4A', ...props }: AudioDropProps) {
  return (
    <div className="grid gap-3">
      <DemoSamples />
      <FileDrop
        {...props}
        accept={AUDIO_ACCEPT}
        problemOf={audioFileError}
        what="a gravação"
        hint={hint}
        icon={FileAudio}
        testId="arquivo-de-audio"
      />
    </div>
  );
}
