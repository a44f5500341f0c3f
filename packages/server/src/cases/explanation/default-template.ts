/** The template for policies that have none. */
export const DEFAULT_TEMPLATE = `The verdict is "{{verdict}}". It follows from the policy {{policy.name}}, {{policy.version}}, and was decided by {{decided_by}}.
{{reasoning}}

{{#if hits}}These rules were met:
{{#each hits}}- {{rule_title}}{{#if category}} ({{category}}){{/if}}: {{reasoning}}
{{#each evidence_quotes}}  The evidence {{reference}} says: "{{quote}}"
{{/each}}{{#each knowledge_citations}}  It relies on the typology {{typology_name}}{{#if tactic_name}}, {{tactic_name}}{{/if}}{{#if indicator}}: "{{indicator}}"{{/if}}
{{/each}}{{/each}}{{else}}No rule was met.
{{/if}}
{{#if changes}}What would have changed it:
{{#each changes}}- The verdict would have been "{{verdict}}" if {{text}}.
{{/each}}{{/if}}{{#if note}}{{note}}
{{/if}}
If you think that this is wrong, you can contest it. A person then reviews the case together with this explanation.`;
