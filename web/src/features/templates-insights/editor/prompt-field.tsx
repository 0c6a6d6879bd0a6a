import {
  checkTemplate,
  splitPrompt,
  type TemplateDeclarado,
} from '@escuta/shared/domain/insights/prompt-template';
import { Plus, TriangleAlert } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { fieldClasses } from '../../../ui/inputs/input.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { declarationOf, type PlaceholderUse, placeholdersOf } from './form-rules.ts';

const MARK: Record<PlaceholderUse, string> = {
  obrigatorio: 'bg-primary-soft',
  opcional: 'bg-info-soft',
  sistema: 'bg-success-soft',
  faltando: 'bg-warning-soft outline outline-1 outline-warning',
};

/** Classes shared by the textarea and the marks behind it, which must align to the pixel. */
const TEXT =
  'col-start-1 row-start-1 w-full whitespace-pre-wrap break-words px-3 py-2 text-sm max-md:text-base';

interface PromptFieldProps extends ComponentProps<'textarea'> {
  template: TemplateDeclarado;
  error: string | undefined;
  /** Adds a name found in the prompt to the template's parameters. */
  onDeclare: (nome: string) => void;
}

/** Field of the prompt with marked placeholders and their errors, found by the check that API and worker share. */
export function PromptField({ template, error, onDeclare, ...props }: PromptFieldProps) {
  const id = useId();
  const problems = template.promptTemplate.trim() === '' ? [] : checkTemplate(template);
  const uses = placeholdersOf(template);
  let at = 0;
  return (
    <div className="grid grid-cols-1 gap-2">
      <Label htmlFor={id}>
        <span>
          Template de Prompt<span aria-hidden="true"> *</span>
        </span>
      </Label>
      <div className="grid grid-cols-1">
        <div aria-hidden="true" className={cn(TEXT, 'min-h-36 border border-transparent text-transparent')}>
          {splitPrompt(template.promptTemplate).map(({ texto, nome }) => {
            const key = at;
            at += texto.length;
            return nome === null ? (
              <span key={key}>{texto}</span>
            ) : (
              <mark
                key={key}
                className={cn('rounded-xs text-transparent', MARK[declarationOf(nome, template)])}
              >
                {texto}
              </mark>
            );
          })}
          {/* Keeps a final line break: only the textarea gives it a line. */}
          {'\u200b'}
        </div>
        <textarea
          {...props}
          id={id}
          rows={6}
          maxLength={20_000}
          aria-required
          aria-invalid={error || problems.length > 0 ? true : undefined}
          aria-describedby={`${id}-ajuda ${id}-problemas`}
          className={cn(
            fieldClasses,
            TEXT,
            'field-sizing-content h-full min-h-36 resize-none overflow-hidden bg-transparent',
          )}
        />
      </div>
      <div id={`${id}-problemas`} aria-live="polite" className="grid grid-cols-1 gap-1">
        {error && problems.length === 0 ? (
          <p role="alert" className="text-destructive-text text-xs">
            {error}
          </p>
        ) : null}
        {problems.length > 0 ? (
          <ul className="grid gap-1 rounded-md bg-warning-soft px-2.5 py-2 text-warning-text text-xs">
            {problems.map((problem) => (
              <li key={problem} className="flex items-start gap-1.5">
                <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden="true" />
                <span className="min-w-0 break-words">{problem}</span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {uses.length > 0 ? (
        <div className="flex flex-wrap items-center gap-1.5 text-xs">
          <span className="text-muted-foreground">No texto:</span>
          {uses.map(({ nome, uso }) =>
            uso === 'faltando' ? (
              <Button
                key={nome}
                variant="outline"
                size="sm"
                className="h-7 max-w-full px-2 font-mono text-xs"
                aria-label={`Adicionar ${nome} aos parâmetros obrigatórios`}
                onClick={() => onDeclare(nome)}
              >
                <Plus aria-hidden="true" />
                <span className="truncate">{`{${nome}}`}</span>
              </Button>
            ) : (
              <Badge
                key={nome}
                variant={uso === 'obrigatorio' ? 'primary' : uso === 'opcional' ? 'info' : 'success'}
                className="max-w-full truncate font-mono"
                title={
                  uso === 'sistema'
                    ? 'Preenchido pelo sistema'
                    : `Parâmetro ${uso === 'opcional' ? 'opcional' : 'obrigatório'}`
                }
              >
                {`{${nome}}`}
              </Badge>
            ),
          )}
        </div>
      ) : null}
      <p id={`${id}-ajuda`} className="text-muted-foreground text-xs">
        Escreva os parâmetros entre chaves, como {'{produto}'}. A transcrição é incluída automaticamente; use{' '}
        {'{transcricao}'} para se referir a ela.
      </p>
    </div>
  );
}
