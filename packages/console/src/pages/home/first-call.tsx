import type { Agent, AgentVersion } from '@errand/sdk';
import { CodeTabs } from '../../design/code-block.tsx';
import { codeSamples } from '../agents/code-samples.ts';

/** How to call an agent from one's own code. */
export const FirstCall = ({ agent, version }: { agent: Agent; version: AgentVersion }) => (
  <CodeTabs samples={codeSamples(agent, version, location.origin)} />
);
