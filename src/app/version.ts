const partsOf = (version: string) => version.split('.').map(Number);

/** Whether `version` is older than `minimum`, both `major.minor.patch`. */
export function isOlder(version: string, minimum: string): boolean {
  const own = partsOf(version);
  const least = partsOf(minimum);
  for (let index = 0; index < 3; index += 1) {
    const difference = (own[index] ?? 0) - (least[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
