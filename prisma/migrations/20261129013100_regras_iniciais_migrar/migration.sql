-- fase: migrar
SET lock_timeout = '3s';

-- Companies of before get the three rules too; what they analysed until now fires none of them (vigente_desde).
SELECT escuta_regras_iniciais(id) FROM empresas;
