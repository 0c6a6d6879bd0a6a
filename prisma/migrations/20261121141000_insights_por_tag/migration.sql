-- Insights in force by their tags: most have none, and looking for a rare one would read them all.
CREATE INDEX insights_tags_idx ON insights USING GIN (projeto_id, tags) WHERE vigente AND tags <> '{}';
