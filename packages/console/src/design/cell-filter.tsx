import { ListFilter, ListX } from 'lucide-react';
import { IconButton } from './button.tsx';

type CellFilterProps = {
  /** A field of job queries, and the cell's value of it. */
  field: string;
  value: string;
  onFilter(field: string, value: string, isExcluded: boolean): void;
};

/** Filters by the value under the pointer, or excludes it. The query field does the same from the keyboard. */
export function CellFilter({ field, value, onFilter }: CellFilterProps) {
  if (value === '') return null;
  // The field of states reads as a verb.
  const word = field === 'is' ? 'status' : field;
  return (
    <span className="absolute inset-y-0 right-1 z-[1] hidden items-center gap-0.5 group-hover/cell:sm:flex">
      <IconButton
        label={`Only ${word} ${value}`}
        title="Only jobs with this"
        tabIndex={-1}
        className="size-6! bg-raised! shadow-raised"
        icon={<ListFilter size={14} aria-hidden />}
        onClick={() => onFilter(field, value, false)}
      />
      <IconButton
        label={`Without ${word} ${value}`}
        title="No jobs with this"
        tabIndex={-1}
        className="size-6! bg-raised! shadow-raised"
        icon={<ListX size={14} aria-hidden />}
        onClick={() => onFilter(field, value, true)}
      />
    </span>
  );
}
