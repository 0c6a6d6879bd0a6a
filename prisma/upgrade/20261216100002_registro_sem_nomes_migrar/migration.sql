-- fase: migrar
-- The log names people by id: e-mails and names that older entries hold of accounts and devices go. The index over the action finds them.
SET lock_timeout = '3s';
UPDATE "registros_acesso" SET detalhes = (detalhes - 'email' - 'nome') #- '{campos,nome}'
WHERE acao IN ('usuario_convidado', 'usuario_alterado', 'usuario_redefinicao', 'usuario_removido', 'aparelho_autorizado',
    'aparelho_revogado', 'aparelho_apagado', 'exportacao_lida')
  AND jsonb_typeof(detalhes) = 'object' AND (detalhes ?| ARRAY['email', 'nome'] OR detalhes -> 'campos' ? 'nome');
