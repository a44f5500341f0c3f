-- Whether an MCP server's word counts that a tool only reads. Connections from before keep believing it.
update connections set policy = coalesce(policy, '{}') || '{"trust_read_only_hint": true}'
where connector_type = 'custom_mcp';
