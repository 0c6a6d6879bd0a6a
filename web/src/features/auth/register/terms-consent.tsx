import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

const link = 'focus-ring rounded-sm text-primary-text underline underline-offset-4';

const LegalTexts = () => (
  <>
    <Link to={paths.termos} target="_blank" className={link}>
      Termos de Uso
    </Link>{' '}
    e a{' '}
    <Link to={paths.privacidade} target="_blank" className={link}>
      Política de Privacidade
    </Link>
  </>
);

/** Says that pressing the button accepts both legal texts, so that people on phones need no checkbox. */
export const TermsByButton = ({ button }: { button: string }) => (
  <p className="text-dense leading-relaxed">
    Ao tocar em “{button}”, você aceita os <LegalTexts />.
  </p>
);

/** A checkbox for consent to both legal texts. It is a native checkbox, because this page must stay light. */
export function TermsConsent({
  checked,
  onChange,
  error,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
}) {
  return (
    <div className="grid gap-2">
      <label className="flex items-start gap-2.5 text-dense leading-relaxed">
        <input
          type="checkbox"
          name="aceite_termos"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'aceite-erro' : undefined}
          className="focus-ring mt-0.5 size-4.5 shrink-0 rounded accent-primary"
        />
        <span>
          Li e aceito os <LegalTexts />.
        </span>
      </label>
      {error ? (
        <p id="aceite-erro" role="alert" className="text-destructive-text text-xs">
          {error}
        </p>
      ) : null}
    </div>
  );
}
