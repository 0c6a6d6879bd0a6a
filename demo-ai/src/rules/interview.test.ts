// The rules find the faults that the sample interviews contain on purpose, given the product's own prompts. No phrase
// of these interviews is written in the rules.
import { confront } from '@escuta/shared/domain/interview/confront/confront';
import {
  comparisonPrompt,
  extractionPrompt,
  independentPrompt,
  presencePrompt,
} from '@escuta/shared/domain/interview/confront/confront-prompts';
import {
  blocksOf,
  comparacaoIaSchema,
  extracaoIaSchema,
  presencaIaSchema,
} from '@escuta/shared/domain/interview/confront/extraction';
import { RespostasDosModelos } from '@escuta/shared/domain/interview/questionnaire/stored-answers';
import {
  hearInterview,
  loadSurveySamples,
  versionOf,
} from '@escuta/shared/services/surveys/sample-interviews';
import { describe, expect, it } from 'vitest';
import { completeChat } from '../chat.ts';

const { pesquisa, entrevistas } = await loadSurveySamples();
let ids = 0;
const newId = () => `id-${++ids}`;
const conteudo = versionOf(pesquisa, newId);

function ask(name: string, messages: { papel: string; texto: string }[]): unknown {
  const answer = completeChat({
    model: 'demonstracao',
    messages: messages.map(({ papel, texto }) => ({ role: papel, content: texto })),
    response_format: {
      type: 'json_schema',
      json_schema: { name, strict: false, schema: {} },
    },
  }) as { choices: [{ message: { content: string } }] };
  return JSON.parse(answer.choices[0].message.content);
}

describe('the sample interviews, by the rules', () => {
  it.each(entrevistas)('$slug', async (entrevista) => {
    const { material } = await hearInterview(entrevista, conteudo, newId);
    const { preparo, entrada } = material;
    const extracoes = new Map(
      blocksOf(preparo.alignment, entrada.sentencas.length).flatMap(({ perguntas, from, to }) => {
        const asked = perguntas.flatMap((question) => preparo.perguntas[question] ?? []);
        const found = extracaoIaSchema.parse(
          ask('confronto_extracao', extractionPrompt(asked, entrada.sentencas.slice(from, to))),
        );
        return found.perguntas.map((one) => [one.id, one] as const);
      }),
    );
    const respostas = new RespostasDosModelos(extracoes);
    await respostas.settle(material, async (itens) => {
      const looked = itens.filter(({ tipo }) => tipo === 'pergunta');
      const compared = itens.filter(({ tipo, independente }) => tipo !== 'pergunta' && !independente);
      const again = itens.filter(({ independente }) => independente);
      return [
        ...comparacaoIaSchema.parse(ask('confronto_comparacao', comparisonPrompt(compared))).itens,
        ...comparacaoIaSchema.parse(ask('confronto_comparacao', independentPrompt(again))).itens,
        ...presencaIaSchema.parse(ask('confronto_presenca', presencePrompt(looked))).itens,
      ];
    });
    const found = confront(respostas.entrada(material), preparo).map(
      ({ veredito, motivo }, i) =>
        `${conteudo.perguntas[i]?.codigo} ${veredito}${motivo ? ` (${motivo})` : ''}`,
    );
    expect(found.map((text) => text.replace(/ \(.*/, ''))).toEqual(
      entrevista.passos.map(({ codigo, esperado }) => `${codigo} ${esperado}`),
    );
  });
});
