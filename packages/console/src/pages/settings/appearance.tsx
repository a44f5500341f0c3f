import { Card } from '../../design/card.tsx';
import { densities, setDensity, useDensity } from '../../design/density.ts';
import { Field } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { browserZone, listTimeZones, setTimeZone, useTimeZone } from '../../design/time-zone.ts';
import { setTheme, themes, useTheme } from '../../shell/theme.ts';

const densityWords = { comfortable: 'Comfortable (40 px)', default: 'Default (32 px)', compact: 'Compact (26 px)' };
const themeWords = { system: 'Same as system', light: 'Light', dark: 'Dark' };

/** Sets the appearance of the console. Kept in this browser. */
export function Appearance() {
  const density = useDensity();
  const theme = useTheme();
  const zone = useTimeZone();
  return (
    <Card title="Appearance in this browser">
      <div className="grid max-w-xl gap-4 sm:grid-cols-2">
        <Field label="Row height">
          <Select
            value={density}
            options={densities.map((value) => ({ value, label: densityWords[value] }))}
            onChange={setDensity}
          />
        </Field>
        <Field label="Time zone" description="Schedules keep their own.">
          <Select
            value={zone}
            options={[
              { value: '', label: `Same as browser (${browserZone()})` },
              ...listTimeZones().map((value) => ({ value, label: value.replaceAll('_', ' ') })),
            ]}
            onChange={setTimeZone}
          />
        </Field>
        <Field label="Theme">
          <Select
            value={theme}
            options={themes.map((value) => ({ value, label: themeWords[value] }))}
            onChange={setTheme}
          />
        </Field>
      </div>
    </Card>
  );
}
