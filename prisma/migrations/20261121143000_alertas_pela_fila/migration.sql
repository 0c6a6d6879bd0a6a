-- The home's alerts are the review queue's rows now and are found by its index (insights_revisao_idx).
DROP INDEX insights_atencao_idx;
