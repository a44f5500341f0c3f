export async function inLanes(files: string[], work: (file: string) => Promise<void>): Promise<void> {
  const left = [...files];
  const lane = async () => {
    for (let f = left.shift(); f !== undefined; f = left.shift()) await work(f);
  };
  await Promise.all([lane(), lane()]);
}
