// Judges runs of chains: who answered is told, nothing begins once the budget is spent, no substitute is asked for more
// than is left, and no answer that a job has recorded is asked or paid for again.

/** A request to a provider, as the provider saw it. */
export type Asked = {
  word: string;
  provider: string;
  /** Equal for equal questions. */
  question: string;
  /** In the text of the answer. Undefined: there was none. */
  answerId: string | undefined;
  at: number;
  endedAt: number;
};

export type JudgedJob = {
  word: string;
  status: number;
  /** The model that the agent names, and the one that wrote the output. */
  named: string;
  answeredBy: string | undefined;
  substituted: boolean;
  maxCost: number;
  cost: number;
  models: { model: string; instead_of: string | null; reason: string | null; succeeded: boolean; cost: number }[];
  /** Ids of answers in the journal, with repetitions. */
  recorded: string[];
};

export function judgeChains(jobs: JudgedJob[], asked: Asked[]): string[] {
  const ofJob = Map.groupBy(asked, ({ word }) => word);
  return jobs.flatMap((job) => [...judgeTold(job), ...judgeBudget(job), ...judgePaid(job, ofJob.get(job.word) ?? [])]);
}

function judgeTold({ word, named, answeredBy, substituted, models }: JudgedJob): string[] {
  if (answeredBy === undefined) return [];
  // After a crash the named model may be asked again, and answer, although a substitute had answered before.
  const isTold = models.some(({ instead_of, succeeded }) => instead_of !== null && succeeded);
  if (answeredBy === named)
    return substituted && !isTold ? [`${word}: ${named} answered itself, and the job says it did not`] : [];
  const hop = models.find(({ model, instead_of }) => model === answeredBy && instead_of === named);
  if (!substituted || hop?.reason == null) return [`${word}: ${answeredBy} answered in place of ${named}, untold`];
  return [];
}

function judgeBudget({ word, maxCost, cost, models }: JudgedJob): string[] {
  const before = models.slice(0, -1).reduce((sum, one) => sum + one.cost, 0);
  const all = models.reduce((sum, one) => sum + one.cost, 0);
  return [
    ...(models.length > 1 && before >= maxCost
      ? [`${word}: a call began after ${before} of ${maxCost} were spent`]
      : []),
    ...judgeHops(maxCost, models).map((fault) => `${word}: ${fault}`),
    ...(Math.abs(all - cost) > 1e-9 ? [`${word}: costs ${cost}, but its calls cost ${all}`] : []),
  ];
}

/** The first call of each substitute has to fit into what is left. Its corrections follow the rule for all calls. */
function judgeHops(maxCost: number, models: JudgedJob['models']): string[] {
  const hops = new Set<string>();
  let spent = 0;
  return models.flatMap(({ model, instead_of: insteadOf, cost }) => {
    const isHop = insteadOf !== null && !hops.has(model);
    if (isHop) hops.add(model);
    const left = maxCost - spent;
    spent += cost;
    return isHop && cost > left + 1e-9 ? [`${model} was asked for ${cost} with ${left} left`] : [];
  });
}

function judgePaid({ word, recorded }: JudgedJob, asked: Asked[]): string[] {
  const twice = recorded
    .filter((id, index) => recorded.indexOf(id) !== index)
    .map((id) => `${word}: ${id} is recorded twice`);
  const known = new Set(recorded);
  const again = [...Map.groupBy(asked, ({ provider, question }) => `${provider} ${question}`).values()].flatMap(
    (same) => {
      const answers = same.filter(({ answerId }) => answerId !== undefined && known.has(answerId));
      return [
        ...(answers.length > 1
          ? [`${word}: ${answers.length} answers of ${same[0]!.provider} to one question are paid`]
          : []),
        ...answers
          .filter(({ endedAt }) => same.some(({ at }) => at > endedAt))
          .map(({ answerId, provider }) => `${word}: ${provider} was asked again after its answer ${answerId}`),
      ];
    },
  );
  return [...twice, ...again];
}
