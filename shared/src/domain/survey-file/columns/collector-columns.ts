/**
 * Columns that data-collection programs (KoboToolbox, ODK, SurveyCTO, LimeSurvey) add to the answers. They count only
 * in sheets of these programs.
 */
import type { PapelDePessoa } from './column-roles.ts';

/** `perto`: rank among columns for a role; the lower wins (column-roles.ts, `nearness`). */
export type ColunaDoPrograma = { papel: PapelDePessoa; perto: number } | { papel: null; porque: string };

const SINAIS =
  /^(?:_uuid|_submission_time|_submitted_by|_validation_status|__version__|_xform_id_string|formhub\/uuid|(?:meta[/:-])?instanceid|submissiondate|submittername|attachmentspresent|formdef_version|startlanguage|submitdate|lastpage|parent_key|_parent_index|_submission__uuid)$/u;

/** Each role with the rank of its first heading, and its headings, best first. Institutes' own columns rank 0 and 1. */
const PAPEIS: readonly (readonly [PapelDePessoa, number, string])[] = [
  // The key that names recordings' folders ranks before the form's number.
  ['identificador', 1.1, '_uuid key instanceid meta/instanceid meta-instanceid meta:instanceid _id id'],
  ['data', 2, 'starttime start startdate today'],
  ['data', 3.1, 'endtime end submissiondate _submission_time submitdate datestamp'],
  ['entrevistador', 1, 'enumerator username submittername _submitted_by'],
  ['arquivo', 1.5, 'audio_audit background-audio background_audio'],
];

const DO_PROGRAMA = 'Campo do próprio programa de coleta: não é resposta.';
/** Headings without a role, with the reason. */
const DEIXADOS: readonly (readonly [string, string])[] = [
  [
    'É do aparelho do entrevistador, não do entrevistado.',
    'deviceid subscriberid simid simserial devicephonenum phonenumber device_info devicephonenumber',
  ],
  [
    'Liga esta linha a uma entrevista: a planilha é de um grupo que se repete.',
    'parent_key _parent_index _parent_table_name _submission__id _submission__uuid _submission__index',
  ],
  [
    DO_PROGRAMA,
    '_submission__submission_time _submission__validation_status _submission__notes _submission__status _submission__submitted_by ' +
      '_submission__tags _validation_status _notes _status __version__ _version_ _tags _index _xform_id_string _attachments _geolocation ' +
      '_bamboo_dataset_id _duration formhub/uuid _media_all_received _media_count _total_media meta/instancename meta-instancename ' +
      'instancename meta/rootuuid meta/deprecatedid meta-audit meta/audit audit text_audit submitterid attachmentspresent ' +
      'attachmentsexpected status reviewstate edits formversion formdef_version review_status review_quality review_comments ' +
      'review_corrections isvalidated validationstatus duration caseid email lastpage startlanguage seed token ipaddr refurl interviewtime',
  ],
];

let known: ReadonlyMap<string, ColunaDoPrograma> | null = null;
function campos(): ReadonlyMap<string, ColunaDoPrograma> {
  known ??= new Map<string, ColunaDoPrograma>([
    ...DEIXADOS.flatMap(([porque, names]) =>
      names.split(' ').map((name) => [name, { papel: null, porque }] as const),
    ),
    ...PAPEIS.flatMap(([papel, first, names]) =>
      names.split(' ').map((name, at) => [name, { papel, perto: first + at / 100 }] as const),
    ),
  ]);
  return known;
}

/** A heading's lookup key; for 'submitdate. Data de envio' (code and text) the code. */
const keyOf = (cabecalho: string): string =>
  cabecalho
    .trim()
    .toLowerCase()
    .replace(/^([a-z_]+)\. .*$/su, '$1');

export const isCollected = (cabecalho: readonly string[]): boolean =>
  cabecalho.some((text) => SINAIS.test(keyOf(text)));

/** The meaning of a data-collection program's heading; null: another heading. */
export function collectorColumn(cabecalho: string): ColunaDoPrograma | null {
  const key = keyOf(cabecalho);
  return key.startsWith('set-of-') ? { papel: null, porque: DO_PROGRAMA } : (campos().get(key) ?? null);
}

/** True if a sheet's rows are members of a repeat group, not interviews. */
export const isOfRepeat = (cabecalho: string): boolean =>
  /^(?:parent_key|_parent_index)$/u.test(cabecalho.trim().toLowerCase());

const CHAVE = /^(?:_uuid|key|(?:meta[/:-])?instanceid|(?:meta[/:-])?rootuuid)$/u;
/** True for a column with the interview's key, which names the folders of its files. */
export const isInterviewKey = (cabecalho: string): boolean => CHAVE.test(cabecalho.trim().toLowerCase());

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/giu;
export const uuidsIn = (text: string): string[] => text.match(UUID)?.map((one) => one.toLowerCase()) ?? [];
