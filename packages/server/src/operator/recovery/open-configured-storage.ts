import { openStorage } from '#platform/storage/open-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Config } from '../../config/config.ts';

/** Opens the storage without a grace period: what an operator's command deletes is gone at once. */
export const openConfiguredStorage = ({
  storage,
  storageTimeoutMs,
}: Pick<Config, 'storage' | 'storageTimeoutMs'>): Promise<Storage> => openStorage(storage, storageTimeoutMs);
