// A binary heap of times in typed arrays, because a simulation has hundreds of thousands of jobs in flight, and an
// object for each event would cost more than the event.

/** Events are numbers with a meaning to the caller. The earliest comes out first. */
export function createEventHeap(capacity = 1_024) {
  let times = new Float64Array(capacity);
  let values = new Float64Array(capacity);
  let size = 0;

  function grow(): void {
    const [moreTimes, moreValues] = [new Float64Array(times.length * 2), new Float64Array(times.length * 2)];
    moreTimes.set(times);
    moreValues.set(values);
    [times, values] = [moreTimes, moreValues];
  }

  return {
    size: () => size,
    nextTime: () => times[0]!,
    push(time: number, value: number): void {
      if (size === times.length) grow();
      let at = size;
      size += 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (times[parent]! <= time) break;
        times[at] = times[parent]!;
        values[at] = values[parent]!;
        at = parent;
      }
      times[at] = time;
      values[at] = value;
    },
    /** Removes and returns the earliest event. There must be one. */
    pop(): number {
      const value = values[0]!;
      size -= 1;
      const [time, moved] = [times[size]!, values[size]!];
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= size) break;
        if (child + 1 < size && times[child + 1]! < times[child]!) child += 1;
        if (times[child]! >= time) break;
        times[at] = times[child]!;
        values[at] = values[child]!;
        at = child;
      }
      times[at] = time;
      values[at] = moved;
      return value;
    },
  };
}
