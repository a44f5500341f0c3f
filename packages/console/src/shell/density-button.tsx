import { Rows2, Rows3, Rows4 } from 'lucide-react';
import { IconButton } from '../design/button.tsx';
import { type Density, densities, setDensity, useDensity } from '../design/density.ts';

const icons: Record<Density, typeof Rows3> = { comfortable: Rows2, default: Rows3, compact: Rows4 };

export function DensityButton() {
  const density = useDensity();
  const Icon = icons[density];
  const next = densities[(densities.indexOf(density) + 1) % densities.length]!;
  return (
    <IconButton
      label={`Rows: ${density}. Switch to ${next}`}
      icon={<Icon size={16} aria-hidden />}
      onClick={() => setDensity(next)}
    />
  );
}
