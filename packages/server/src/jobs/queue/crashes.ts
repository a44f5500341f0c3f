/** How often the job of a row `q` was running in a process that died or was stuck. */
export const CRASHES = `jsonb_array_length(jsonb_path_query_array(q.events, '$[*] ? (@.died == true)'))`;
