export type RpcError = { jsonrpc: '2.0'; id: string | number | null; error: { code: number; message: string } };

export const rpcError = (code: number, message: string, id: RpcError['id'] = null): RpcError => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** Returns the id that an error response to this message must have. */
export const rpcId = ({ id }: Record<string, unknown>): RpcError['id'] =>
  typeof id === 'string' || typeof id === 'number' ? id : null;
