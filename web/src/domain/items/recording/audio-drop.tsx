import { FileAudio } from 'lucide-react';
import { FileDrop, type FileDropProps } from '../../../kit/file-drop.tsx';
import { AUDIO_ACCEPT, useAudioFileError } from './audio-file.ts';
import { DemoSamples } from './demo-samples.tsx';

type AudioDropProps = Pick<FileDropProps, 'file' | 'onChange' | 'disabled'> & {
  /** Words under the label, such as 'opcional' or the limits of a file. */
  hint?: string;
};

/** Picks one recording by click or drop, and refuses a file that cannot be sent. */
export function AudioDrop({ hint = 'MP3, WAV, OGG ou M4A', ...props }: AudioDropProps) {
  const problemOf = useAudioFileError();
  return (
    <div className="grid gap-3">
      <DemoSamples />
      <FileDrop
        {...props}
        accept={AUDIO_ACCEPT}
        problemOf={problemOf}
        what="a gravação"
        hint={hint}
        icon={FileAudio}
        testId="arquivo-de-audio"
      />
    </div>
  );
}
