import { type ComponentProps, useRef } from 'react';
import { Button } from '../ui/button.tsx';

/** A button to choose a file, several files, or a whole folder. Without a choice, `onFiles` is not called. */
export function FileButton({
  name,
  accept,
  several,
  onFiles,
  ...button
}: Omit<ComponentProps<typeof Button>, 'name' | 'onClick'> & {
  /** Suffix of the file input's test id: 'escolher-<name>'. */
  name: string;
  accept?: string;
  several?: 'arquivos' | 'pasta';
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={several !== undefined}
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        data-testid={`escolher-${name}`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allows choosing the same files again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
        {...(several === 'pasta' ? { webkitdirectory: '' } : {})}
      />
      <Button variant="outline" size="sm" {...button} onClick={() => input.current?.click()} />
    </>
  );
}
