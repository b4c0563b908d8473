import type { JsonValue } from '../../registry/index.ts';
import { type ConfigField, controlsOf } from './config-field.ts';
import type { ConfigProperty } from './config-schema-shape.ts';
import { linearPattern } from './linear-pattern.ts';
import { ruleProblems } from './rule-problems.ts';
import { isOfType } from './size-problem.ts';

interface Problem {
  /** A pointer into the property. */
  readonly path: string;
  readonly problem: string;
}

/** What in a property of a configSchema contradicts itself. */
export function fieldProblems(field: ConfigField, property: ConfigProperty): readonly Problem[] {
  const problems = [
    ...keywordProblems(property),
    ...annotationProblems(field, property),
    ...choiceProblems(field, property),
    ...patternProblems(property),
    ...boundProblems(property),
  ];
  return problems.length > 0 ? problems : defaultProblems(field);
}

/** Which types a keyword says something of; of others it would say nothing, and so it was a mistake. */
const typesOf: Readonly<Partial<Record<keyof ConfigProperty, readonly ConfigField['type'][]>>> = {
  items: ['array'],
  additionalProperties: ['object'],
  enum: ['string', 'number', 'integer'],
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
};

function keywordProblems(property: ConfigProperty): readonly Problem[] {
  return Object.keys(property).flatMap((key) => {
    const types = typesOf[key as keyof ConfigProperty];
    return types === undefined || types.includes(property.type)
      ? []
      : [{ path: `/${key}`, problem: `has no meaning for the type ${property.type}` }];
  });
}

function annotationProblems(field: ConfigField, property: ConfigProperty): readonly Problem[] {
  const { type, control, sensitive, choices } = field;
  const name = property['x-tools'] ? '/x-tools' : '/x-tower';
  const controls: readonly string[] = controlsOf[type];
  const problems: Problem[] = [];
  if (property['x-tools'] && property['x-tower'])
    problems.push({ path: '/x-tower', problem: 'must not stand beside x-tools' });
  if (!controls.includes(control))
    problems.push({
      path: `${name}/control`,
      problem: `must be one of ${controls.join(', ')} for the type ${type}`,
    });
  if (/select$/.test(control) && !choices)
    problems.push({
      path: `${name}/control`,
      problem: `must not be ${control}: there is no enum to choose from`,
    });
  if (sensitive && type !== 'string')
    problems.push({ path: `${name}/sensitive`, problem: 'must stand at a string only' });
  else if (sensitive && choices)
    problems.push({
      path: `${name}/sensitive`,
      problem: 'must not stand beside enum, which everybody can read',
    });
  if (sensitive && field.default !== undefined)
    problems.push({
      path: '/default',
      problem: 'must not stand at what is sensitive: everybody can read it',
    });
  return problems;
}

function choiceProblems({ type }: ConfigField, property: ConfigProperty): readonly Problem[] {
  const lists = [
    { path: '/enum', list: property.enum, of: type },
    { path: '/items/enum', list: property.items?.enum, of: 'string' as const },
    { path: '/additionalProperties/enum', list: property.additionalProperties?.enum, of: 'string' as const },
  ];
  return lists.flatMap(({ path, list = [], of }) =>
    list.flatMap((choice: JsonValue, index) =>
      isOfType(of, choice) ? [] : [{ path: `${path}/${index}`, problem: `must be of the type ${of}` }],
    ),
  );
}

function patternProblems(property: ConfigProperty): readonly Problem[] {
  const { items, additionalProperties } = property;
  return Object.entries({
    '': property,
    '/items': items,
    '/additionalProperties': additionalProperties,
  }).flatMap(([path, rules]) => {
    if (rules?.pattern === undefined) return [];
    const compiled = linearPattern(rules.pattern);
    return 'problem' in compiled ? [{ path: `${path}/pattern`, problem: compiled.problem }] : [];
  });
}

function boundProblems(property: ConfigProperty): readonly Problem[] {
  const { items, additionalProperties, minimum, maximum } = property;
  const isBackward = (least: number | undefined, most: number | undefined) =>
    least !== undefined && most !== undefined && least > most;
  const lengths = Object.entries({
    '': property,
    '/items': items,
    '/additionalProperties': additionalProperties,
  });
  return [
    ...(isBackward(minimum, maximum) ? [{ path: '/maximum', problem: 'must not be below minimum' }] : []),
    ...lengths.flatMap(([path, rules]) =>
      isBackward(rules?.minLength, rules?.maxLength)
        ? [{ path: `${path}/maxLength`, problem: 'must not be below minLength' }]
        : [],
    ),
  ];
}

function defaultProblems(field: ConfigField): readonly Problem[] {
  if (field.default === undefined) return [];
  return ruleProblems(field, field.default).map((problem) => ({ path: '/default', problem }));
}
