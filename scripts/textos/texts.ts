/** The Portuguese texts of the sources that people read: on a screen, in an e-mail, in the answer to a request. */
import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { filesUnder } from '../../tests/support/source-files.ts';
import { isNode, type Node, nameOf, nodesOf } from '../statements/rows.ts';

export type Text = { path: string; line: number; text: string };

const FOLDERS = ['web/src', 'api/src', 'worker/src', 'shared/src'];
/** Matches files whose texts are for models, operators or programmers, or only identify files. */
const NOT_READ = new RegExp(
  String.raw`\.test\.tsx?$|` +
    [
      'worker/src/(?:analysis/prompts|documents/prompt|analysis/templates/spoken-instructions|analysis/transcript-doubt)',
      'worker/src/(?:providers|metrics)/',
      'shared/src/domain/(?:interview/confront/(?:confront-prompts|extraction)|insights/ai-answers|profiles/)',
      'shared/src/domain/(?:survey-file/documents/(?:ai-reading|name-words)|survey-file/columns/(?:column-roles|collector-columns))',
      'shared/src/domain/(?:call-sheet/(?:titles|phone-text)|accounts/common-passwords|transcripts/foreign-words)',
      'shared/src/domain/interview/(?:comparison/words|questionnaire/option-sets)',
      'shared/src/(?:platform/|services/log/operation-log|services/exports/hostile-cells)',
      'api/src/plugins/docs/',
    ]
      .map((path) => `^${path}`)
      .join('|'),
);
/** Properties for programmers (a contract's description) and for models. */
const NOT_READ_PROPERTIES = new Set(['summary', 'promptTemplate']);
/** Attributes and calls whose strings are code: styles, addresses, SQL, the log of the process. */
const CODE_ATTRIBUTES =
  /^(?:className|\w+ClassName|id|name|href|to|variant|size|role|key|htmlFor|type|data-.*|d|points|viewBox|transform)$/;
const CODE_CALLS =
  /^(?:cn|cva|sql|query|info|warn|debug|trace|fatal|describe|RegExp|querySelector\w*|matchMedia)$/;
/** Code in a string: comparisons, styles, markup, SQL, selectors, and English errors that people never see. */
const CODE = new RegExp(
  [
    String.raw`[<>=]=|=>|&&|::|<\/|\[role|\|.*\|.*\||\((?:min|max)-|\bAS "`,
    String.raw`\b(?:select|join|is not null|coalesce|order by|for (?:no key )?update|json_build_object)\b`,
    String.raw`(?:^| )(?:text|bg|px|border|rounded|gap|outline|data|max|min)-[\w[]|color-mix|gradient\(`,
    String.raw`\b(?:the|is|was|without|by|minutes?|days?)\b`,
  ].join('|'),
  'iu',
);
const WORD = /\p{Lu}?\p{Ll}{2,}/u;

/** True if a text has several words, or is a single capitalised word, like a label. */
function isForPeople(text: string): boolean {
  if (!WORD.test(text) || /^(?:select|with|insert|update|delete|create|alter) /i.test(text)) return false;
  if (/^[\w$.:/#@-]+$/.test(text)) return /^\p{Lu}\p{Ll}+$/u.test(text);
  if (!/\s/.test(text)) return /^\p{Lu}[\p{Ll}.…:!?]+$/u.test(text);
  return !CODE.test(text);
}

const calleeOf = (node: Node): string =>
  nameOf(node.callee) ?? (isNode(node.callee) ? (nameOf(node.callee.property) ?? '') : '');

/** Every text of a source, in order; `{}` stands for an inserted value. */
export function textsIn(path: string, source: string): Text[] {
  const found: { start: number; text: string }[] = [];
  const keep = (start: number, raw: string) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim();
    if (isForPeople(text)) found.push({ start, text });
  };
  const filled = (node: Node): string =>
    nodesOf(node.quasis)
      .map((part) => String((part.value as { cooked: string }).cooked))
      .join('{}');

  /** Keeps a JSX element's words as a single text; each element or expression between them counts as '{}'. */
  const children = (parent: Node) => {
    let text = '';
    let start = -1;
    for (const child of nodesOf(parent.children)) {
      const inner = isNode(child.expression) ? child.expression : undefined;
      const words = child.type === 'JSXText' ? String(child.value) : '';
      if (start < 0 && words.trim() !== '') start = child.start + words.search(/\S/);
      if (inner?.type === 'Literal') text += String(inner.value);
      else text += child.type === 'JSXText' ? words : '{}';
      if (child.type !== 'JSXText' && inner?.type !== 'Literal') visit(child);
    }
    if (start >= 0) keep(start, text);
  };

  const visit = (node: Node) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        return;
      case 'Literal':
        if (typeof node.value === 'string') keep(node.start, node.value);
        return;
      case 'TaggedTemplateExpression':
        return;
      case 'TemplateLiteral':
        keep(node.start, filled(node));
        nodesOf(node.expressions).forEach(visit);
        return;
      case 'JSXAttribute':
        if (CODE_ATTRIBUTES.test(String(nameOf(node.name)))) return;
        break;
      case 'JSXElement':
      case 'JSXFragment':
        if (isNode(node.openingElement)) nodesOf(node.openingElement.attributes).forEach(visit);
        children(node);
        return;
      case 'CallExpression':
      case 'NewExpression':
        if (CODE_CALLS.test(calleeOf(node))) {
          // Also visits lists of values passed to SQL statements, because they may contain texts for the database.
          nodesOf(node.arguments)
            .filter(({ type }) => type === 'ArrayExpression')
            .forEach(visit);
          return;
        }
        break;
      case 'Property':
        if (!NOT_READ_PROPERTIES.has(nameOf(node.key) ?? '') && isNode(node.value)) visit(node.value);
        return;
      default:
    }
    for (const value of Object.values(node))
      if (isNode(value)) visit(value);
      else if (Array.isArray(value)) nodesOf(value).forEach(visit);
  };

  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node);
  let line = 1;
  let at = 0;
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, text }) => {
      for (; at < start; at += 1) if (source[at] === '\n') line += 1;
      return { path, line, text };
    });
}

/** Every text of the web, the server's answers and the mails. */
export const allTexts = (): Text[] =>
  FOLDERS.flatMap((folder) => filesUnder(folder))
    .filter((path) => !NOT_READ.test(path))
    .sort()
    .flatMap((path) => textsIn(path, readFileSync(path, 'utf8')));
