"""Texts with marked values, and how new ones are made of them: values are exchanged, questions worded differently."""
import json
import random
import re
import string

MARK = re.compile(r'\[([^\[\]]+)\]\(([^()]+)\)')
MONTHS = 'January February March April May June July August September October November December'.split()
FIRST = '''Anna Ben Carla Diego Elena Farid Grace Hiro Ines Jamal Katrin Liam Mona Nikhil Olga Pedro Quentin Rosa Samir Tara
Umar Vera Walter Xenia Yusuf Zoe Aisha Bruno Chloe Dmitri Esther Felix Gita Hassan Ivy Jonas Kemi Lars Maya Noor'''.split()
LAST = '''Abbott Brandt Castillo Dubois Eriksen Farouk Gupta Hansen Ito Jansen Kowalski Lindqvist Moreau Novak Okafor Petrov
Quinn Rossi Schmidt Tanaka Ueda Varga Weber Xu Yilmaz Zhang Bennett Carver Doyle Ellis Fraser Grant Hughes Iqbal'''.split()
STEMS = '''Alder Bright Cedar Delta Ember Falcon Granite Harbor Iron Juniper Kestrel Lumen Maple North Orchard Pine Quartz
River Stone Timber Ursa Vertex Willow Zenith Blue Silver Golden West Nova Summit'''.split()
TAILS = '''field water stone bridge works point line gate wood way craft crest view peak'''.split()
FORMS = ['Ltd', 'Inc.', 'GmbH', 'LLC', 'plc', 'S.A.', 'B.V.', 'Group', 'Partners', 'Logistics', 'Foods', 'Bank', 'Insurance',
         'Consulting', 'Energy', 'Pharma', 'Motors', '& Sons', 'Systems', 'Holdings', 'Pte Ltd', 'AG', '']
JUDGED = ('yes', 'no', 'unsaid')
HARMLESS = ('person', 'id', 'phone', 'email', 'url')
PLACES = '''Lisbon;Porto;Leeds;Hamburg;Austin;Nairobi;Osaka;Lyon;Krakow;Perth;Halifax;Bologna;Pune;Cork;Malmö;Ghent;Quito;Tampa;
Leipzig;Durban;Izmir;Riga;Split;Calgary;Boston, Massachusetts;Geneva, Switzerland;Turin, Italy;Room 12;Hall B;the north depot;
Denver;Oslo;Bristol;Valencia;Utrecht;Graz;Dublin;Manila;Hanoi;Accra'''.replace('\n', '').split(';')


def read(paths):
    """Reads texts: the plain words, the marked spans, and the questions with their wordings."""
    found = []
    for path in paths:
        for line in open(path, encoding='utf8'):
            if not line.strip():
                continue
            try:
                one = json.loads(line)
            except ValueError:
                continue
            pieces, at = [], 0
            for mark in MARK.finditer(one['t']):
                pieces.append((one['t'][at:mark.start()], []))
                pieces.append((mark.group(1), mark.group(2).split(',')))
                at = mark.end()
            pieces.append((one['t'][at:], []))
            fields = {key: (value[0], value[1:]) for key, value in one['f'].items() if len(value) > 1}
            found.append((pieces, fields))
    return found


def pools(texts):
    """The values of all texts by kind, to be exchanged for one another."""
    known = {}
    for pieces, fields in texts:
        for words, keys in pieces:
            for key in keys:
                kind = key.strip()[1:] if key.strip().startswith('.') else fields.get(key.strip(), ('text',))[0]
                known.setdefault(kind, []).append(words)
    return known


def digits(words, chance):
    """Other digits of the same form. The first one stays above zero."""
    def other(match):
        return match.group() if chance.random() < 0.2 else str(chance.randint(1, 9))
    return re.sub(r'\d', other, words)


def day(chance):
    number, month, year = chance.randint(1, 28), chance.randint(1, 12), chance.randint(1995, 2028)
    name = MONTHS[month - 1]
    suffix = 'th' if 10 < number < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')
    return chance.choice([
        f'{number} {name} {year}', f'{name} {number}, {year}', f'{year}-{month:02}-{number:02}', f'{number:02}/{month:02}/{year}',
        f'{number}.{month}.{year}', f'{name} {number}', f'{number} {name}', f'{number}{suffix} {name}', f'{name} {number}{suffix}',
        f'the {number}{suffix} of {name}', f'{number} {name[:3]} {year}', f'{name[:3]} {number}, {year}', f'{number}{suffix} of {name} {year}',
        f'{month}/{number}/{year % 100:02}', f'{name[:3]}. {number}'])


def another(words, kind, known, chance):
    """Another value of the kind, or the same one where none can be made."""
    pool = known.get(kind, [words])
    if kind == 'date' and re.fullmatch(r'\d{4}', words):
        return str(chance.randint(1980, 2030))
    if kind == 'date':
        return day(chance) if re.search(r'\d', words) else chance.choice(pool)
    if kind == 'person':
        return chance.choice(pool) if chance.random() < 0.3 else chance.choice(
            [f'{chance.choice(FIRST)} {chance.choice(LAST)}'] * 5
            + [chance.choice(FIRST), f'Mr {chance.choice(LAST)}', f'Dr. {chance.choice(LAST)}', f'Ms {chance.choice(LAST)}'])
    if kind == 'company':
        return chance.choice(pool) if chance.random() < 0.5 else \
            f'{chance.choice(STEMS)}{chance.choice(TAILS)} {chance.choice(FORMS)}'.strip()
    if kind == 'place':
        return chance.choice(pool + PLACES)
    if kind in ('product', 'address', 'email', 'url', 'phone', 'time', 'duration'):
        return digits(chance.choice(pool), chance)
    if kind == 'id':
        letters = lambda match: chance.choice(string.ascii_uppercase) if chance.random() < 0.5 else match.group()
        return digits(re.sub(r'[A-Z]', letters, chance.choice([words, chance.choice(pool)])), chance)
    if kind in ('money', 'number', 'count', 'percent'):
        return digits(chance.choice([words, words, chance.choice(pool)]), chance)
    return words


def styled(name, chance):
    """The same name as different people write it."""
    words = re.sub(r'([a-z])([A-Z])', r'\1 \2', name).replace('_', ' ').replace('-', ' ').split()
    return ' '.join(words).lower()


def types(kind, chance):
    """The type that somebody may give a field of the kind."""
    if kind in JUDGED or kind == 'choice':
        return 'choice' if kind == 'choice' else 'boolean'
    usual = {'date': 'date', 'money': 'number', 'number': 'number', 'percent': 'number', 'count': 'integer', 'time': 'time'}
    if kind == 'duration':
        return chance.choice(['text', 'integer', 'number'])
    return 'text' if chance.random() < 0.2 else usual.get(kind, 'text')


def question(kind, wordings, chance, plain=False):
    wording = wordings[0] if plain else chance.choice(wordings)
    name, _, description = wording.partition(':')
    if description and not plain and chance.random() < 0.25:
        description = ''
    asked = styled(name, chance) + (f' : {description.strip().lower()}' if description.strip() else '')
    return f'{asked} ; {types(kind, chance)}'


def judgements(kind, wordings, chance, plain):
    """The questions of a field that is answered by yes, no or unsaid: one for each option of a choice."""
    if kind in JUDGED:
        return [(question(kind, wordings, chance, plain), kind)]
    options = wordings[0].split('|')
    if not plain:
        chance.shuffle(options)
    said = any(option.endswith('*') for option in options)
    wordings = [(wordings[1:] if plain else chance.sample(wordings[1:], 1))[0]]
    asked = []
    for option in options:
        name, _, described = wordings[0].partition(':')
        one = question('choice', [f'{name}:{described} is {option.rstrip("*")}' if described else f'{name} is {option.rstrip("*")}'],
                       chance, True)
        asked.append((one, ('yes' if option.endswith('*') else 'no') if said else 'unsaid'))
    return asked


def vary(one, known, alien, chance, plain=False):
    """Returns a text and its questions, each with the span of its answer, None if there is none, or what the text says of it."""
    pieces, fields = one
    whole = ''.join(words for words, _ in pieces)
    isJudged = any(kind in JUDGED or kind == 'choice' for kind, _ in fields.values())
    text, spans = '', {}
    for words, keys in pieces:
        if keys:
            keys = [key.strip() for key in keys]
            kind = keys[0][1:] if keys[0].startswith('.') else fields.get(keys[0], ('text',))[0]
            alone = whole.count(words) == 1 and whole.count(words.split()[-1]) == 1
            # Another sum or place may change what the text says.
            if alone and not plain and (kind in HARMLESS or not isJudged) and chance.random() < 0.6:
                words = another(words, kind, known, chance)
            for key in keys:
                spans.setdefault(key, (len(text), len(text) + len(words)))
        text += words
    groups = [judgements(kind, wordings, chance, plain) if kind in JUDGED or kind == 'choice' else
              [(question(kind, wordings, chance, plain), spans.get(key))] for key, (kind, wordings) in fields.items()]
    if not plain:
        chance.shuffle(groups)
        if chance.random() < 0.5:
            groups = groups[:chance.randint(1, len(groups))]
    result = [one for group in groups for one in group]
    if not plain and alien is not None and chance.random() < 0.35:
        strange = [(kind, wordings) for kind, wordings in alien[1].values()
                   if kind not in JUDGED and kind != 'choice' and any(':' in wording for wording in wordings)]
        if strange:
            kind, wordings = chance.choice(strange)
            described = [wording for wording in wordings if ':' in wording]
            kinds = {kind for kind, _ in fields.values()}
            if kind not in kinds:
                result.insert(chance.randint(0, len(result)), (question(kind, described, chance), None))
    return text, result
