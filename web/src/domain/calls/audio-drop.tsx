import { FileAudio } from 'lucide-react';
import { FileDrop, type FileDropProps } from '../../kit/file-drop.tsx';
import { AUDIO_ACCEPT, audioFileError } from './audio-file.ts';

type AudioDropProps = Pick<FileDropProps, 'file' | 'onChange' | 'disabled'> & {
  /** Under the invitation: 'opcional', limits … */
  hint?: string;
};

/** Picks one recording. */
export function AudioDrop({ hint = 'MP3, WAV, OGG ou M4A', ...props }: AudioDropProps) {
  return (
    <FileDrop
      {...props}
      accept={AUDIO_ACCEPT}
      problemOf={audioFileError}
      invitation="Arraste a gravação até aqui ou clique para escolher"
      hint={hint}
      icon={FileAudio}
      testId="arquivo-de-audio"
    />
  );
}
