import type { FieldErrors } from '@errand/contract/errors.ts';
import { invalidFields } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { isJsonObject, JsonError, parseUntrustedJson } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import type { StagedContent } from '#platform/storage/put-content.ts';
import type { Received } from './receive.ts';
import type { NewFile } from './store.ts';

const DATASET_ID_CHARACTERS_MAX = 255;

/** Returns the uploaded file with its fields. Throws a 400 that names every wrong field. */
export function readUpload({ fields, files }: Received, orgId: string): NewFile & StagedContent {
  const form = new Map(fields);
  const errors: FieldErrors = {};
  const organizationId = form.get('organization_id') ?? '';
  if (organizationId !== '' && organizationId.toLowerCase() !== orgId) {
    errors.organization_id = isUuid(organizationId)
      ? 'This credential belongs to another organization.'
      : 'Not a UUID.';
  }
  if (form.has('file')) errors.file = ['Send the content as a file part, with a file name.'];
  else if (files.length === 0) errors.file = ['This field is required.'];
  else if (files.length > 1) errors.file = ['Send one file per request.'];
  const datasetId = form.get('dataset_id') ?? '';
  if (datasetId.length > DATASET_ID_CHARACTERS_MAX) {
    errors.dataset_id = [`May have at most ${DATASET_ID_CHARACTERS_MAX} characters.`];
  }
  const metadata = readMetadata(form.get('metadata') ?? '', errors);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return { ...files[0]!, datasetId: datasetId === '' ? null : datasetId, metadata };
}

function readMetadata(text: string, errors: FieldErrors): Record<string, unknown> | null {
  if (text.trim() === '') return null;
  if (Buffer.byteLength(text) > limits.metadataBytes) {
    errors.metadata = [`May have at most ${limits.metadataBytes} bytes.`];
    return null;
  }
  try {
    const value = parseUntrustedJson(text);
    if (value === null || isJsonObject(value)) return value;
    errors.metadata = ['Must be a JSON object.'];
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    errors.metadata = [error.message];
  }
  return null;
}
