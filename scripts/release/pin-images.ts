// The files in deploy/ refer to images by tag. A tag can be moved, but a digest cannot.

/**
 * Asks a container engine for the digest of an image. Returns undefined if there is no engine or it does not know it.
 */
export type AskDigest = (image: string) => Promise<string | undefined>;

/** Matches `ARG BASE=` of the Dockerfile and `image:` of the compose file. Our own image has no tag. */
const named = /^((?:ARG BASE=|\s*image: ))([\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?[ \t]*$/gm;

export function listImages(text: string): string[] {
  return [...text.matchAll(named)].map(([, , image]) => image!);
}

export async function pinImages(text: string, ask: AskDigest): Promise<string> {
  const digests = new Map<string, string>();
  for (const image of listImages(text)) {
    const digest = await ask(image);
    if (digest === undefined || !/^sha256:[0-9a-f]{64}$/.test(digest))
      throw new Error(
        `No digest of ${image}: needs docker with buildx, or skopeo, and a network that reaches its registry.`,
      );
    digests.set(image, digest);
  }
  return text.replace(named, (_, start, image) => `${start}${image}@${digests.get(image)}`);
}
