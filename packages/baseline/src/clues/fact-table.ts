// What the words of a sentence say of a thing, as data: which fields ask for it, and the words around its value.

export type Fact = {
  isWeak?: true;
  /** Words of fields that ask for it. The last word of a field says what it is: "product category" is no product. */
  asked: string;
  /** The word may stand before another: "departure city". */
  isPart?: true;
  /** Only for fields that ask for a place: "pickup_location", not "pickup". */
  isPlace?: true;
  /** Names its value `v`. */
  pattern: string;
};

export const word = "\\p{Lu}[\\p{L}\\p{M}\\d'’&-]*";
export const NAME = `(?:St\\. )?${word}(?: (?:(?:de|del|della|la|le|van|von|der|of|do|da|di|du|&) ){0,2}${word}){0,4}`;
export const PLACE = `(?:St\\. )?${word}(?: (?:(?:de|del|la|am|an der|upon) )?${word}){0,2}`;
export const the = "(?:the |a |an |our |my |your |this |der |dem |den |die |das |le |la |les |el |los |las |l['’])?";
const TOWN = "\\p{Lu}[\\p{L}\\p{M}'’-]+(?: (?:(?:am|an der|upon|de|la|del) )?\\p{Lu}[\\p{L}\\p{M}'’-]+){0,2}";
const TITLE = '(?:(?:Dr|Prof|Professor|Mr|Mrs|Ms|Miss|Chef|Coach|Captain|Sir|Herrn?|Frau|Mme|M)\\.? )?';
/** A name that has small words inside: "Save the Forests". */
const LONG = `${word}(?: (?:(?:the|for|of|and) )?${word}){0,5}`;
/** "Nice airport" is a place, too. */
const SITE = `${PLACE}(?: (?:airport|station|port|harbour|harbor|warehouse|branch|terminal|depot|office)(?!\\p{L}))?`;
/** The end of a clause. */
const END = '(?=[.;:!?\\n]|,|$)';

export const factTable: Fact[] = [
  {
    isPart: true,
    asked: 'departure, origin',
    pattern: `(?<!\\p{L})(?i:from|departs?|departing|leaves?|leaving|left|aus|von|ab|de|depuis|desde|da) (?<v>${PLACE}) (?:to|for|nach|bound|towards|à|vers|a|hasta)(?!\\p{L})`,
  },
  {
    isPart: true,
    asked: 'destination, arrival',
    pattern: `(?<!\\p{L})(?i:from|aus|von|ab|depuis|desde|de|da) ${PLACE} (?:to|nach|towards|à|vers|a|hasta) (?<v>${PLACE})`,
  },
  {
    isPart: true,
    asked: 'destination, arrival',
    pattern:
      `(?<!\\p{L})(?i:flights?|fly|flies|flew|trains?|bus|trip|travel\\p{L}*|sail\\p{L}*|ship\\p{L}*|deliver\\p{L}*|headed|bound|goes|going|moves?|moved|moving|vol|vols|Flug|vuelo|volo)(?!\\p{L})[^.;!?]{0,30}? (?:to|for|nach|pour|para|per) ` +
      `(?<v>${PLACE})`,
  },
  {
    asked: 'city, place, location, town, venue',
    pattern: `(?<!\\p{L})(?i:signed|signé|held|took place|born|lives?|living|based|situated|located|opened|office|branch|court|unterzeichnet|firmad\\p{L}|wohnt|lebt|liegt|apartment|flat|house|hotel) (?:[^.,;!?]{1,25} )?(?:in|at|near|à|en|zu) (?<v>${PLACE})`,
  },
  {
    asked: 'city, town',
    pattern: `(?:\\p{L} \\d{1,4}[a-zA-Z]?|\\d{1,4} \\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+){0,3}), (?:[A-Z]{0,2}-?\\d{4,6} )?(?<v>${TOWN})(?=[,.;]| \\p{Lu}{1,2}\\d| \\d| (?:before|on|at|by|from)|$)`,
  },
  {
    asked: 'priority, severity, urgency, level',
    pattern: `(?<!\\p{L})(?i:priority|severity|urgency|level)(?: is| was|:)? (?<v>low|lowest|medium|normal|high|highest|urgent|critical|minor|major|severe)(?!\\p{L})`,
  },
  {
    asked: 'restaurant, hotel, venue',
    pattern: `(?<!\\p{L})(?i:dinner|lunch|brunch|breakfast|table|meal|ate|reservation|booking|nights?|stay|stayed|rooms?|party|event|concert|launch|wedding|workshop|conference|meeting|ceremony|reception|takes place|held|join us)(?!\\p{L})[^.;!?]{0,40}? (?:at|in|im|bei|chez|en) ${the}(?<v>${NAME})`,
  },
  {
    asked: 'bank',
    pattern: `(?<!\\p{L})(?i:received|sent|paid|transferred|wired|transfer|payment)(?!\\p{L})[^.;!?]{0,60}? (?:via|through|über) (?<v>${NAME})`,
  },
  {
    asked: 'airline',
    pattern: `(?<!\\p{L})(?i:fly|flying|flies|flew|flights?)(?!\\p{L})[^.;!?]{0,60}? with (?<v>${NAME})`,
  },
  {
    asked: 'incoterm, incoterms',
    pattern: `(?<![\\p{L}\\d])(?<v>EXW|FCA|FAS|FOB|CFR|CIF|CPT|CIP|DAP|DPU|DDP)(?![\\p{L}\\d])`,
  },
  {
    asked: 'counterparty, franchisor, partner, contractor',
    pattern: `(?<!\\p{L})(?i:contract|agreement|deal|lease|Vertrag|contrat|contrato) (?:with|mit|avec|con) ${the}(?<v>${NAME})`,
  },
  {
    asked: 'customer, depositor',
    pattern: `(?<!\\p{L})(?i:made|deposited|withdrawn|initiated|requested|ordered|placed|submitted) by ${the}(?:customer )?${TITLE}(?<v>${NAME})`,
  },
  {
    asked: 'goods, product, item, cargo, commodity, material, merchandise, article',
    pattern: `\\d (?:cartons?|boxes|pallets?|bags?|crates?|tonnes?|tons?|kg|pieces|packs?|rolls?|lit(?:re|er)s?|bottles?|units?|containers?|drums?|sacks?|barrels?) of (?<v>\\p{Ll}[\\p{L}-]+(?: (?!(?:at|for|to|from|in|on|and|with|of|by|per|will|is|are|was|were)(?!\\p{L}))\\p{Ll}[\\p{L}-]+){0,3})`,
  },
  {
    asked: 'product, item, goods, article',
    pattern: `(?<!\\p{L})(?i:order)(?: \\S*\\d\\S*)? of \\d+ (?<v>\\p{Ll}[\\p{L}-]+(?: (?!(?:at|for|to|from|in|on|and|with|of|by|will|is|are|was|were|comes?|cost)(?!\\p{L}))\\p{Ll}[\\p{L}-]+){0,2})`,
  },
  {
    asked: 'device, machine, appliance, equipment',
    pattern: `(?:^|[.!?] )(?:The|My|Our) (?<v>\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+)?)(?: (?:in|on|at|of) [^.;,]{1,40}?)? (?:has been|has stopped|does not|doesn't|is not|isn't|will not|won't|keeps|stopped|is broken|no longer|cannot|makes)(?!\\p{L})`,
  },
  {
    asked: 'department, ward, clinic, unit',
    pattern: `(?<!\\p{L})(?i:referred|transferred|moved|sent) (?:${NAME} |him |her |them |me )?to (?<v>\\p{Ll}{5,})(?= on |[,.;]|$)`,
  },
  {
    asked: 'bank, branch',
    pattern: `(?<!\\p{L})(?i:account|deposit|loan|card|Konto|compte|cuenta)(?!\\p{L})[^.;!?]{0,20}? (?:at|with|from|bei|chez|en) ${the}(?<v>${NAME})`,
  },
  {
    asked: 'carrier, courier, shipper, forwarder',
    pattern: `(?<!\\p{L})(?i:ship\\p{L}*|sent|send|deliver\\p{L}*|parcel|package|dispatched|versandt|geliefert)(?!\\p{L})[^.;!?]{0,30}? (?:with|by|via|through|per|mit|par|con) (?<v>${NAME})`,
  },
  {
    asked: 'position, job, role, occupation, title, profession',
    pattern: `(?<!\\p{L})(?i:hir\\p{L}+|join\\p{L}*|appoint\\p{L}*|works?|worked|working|promot\\p{L}+|starts?|started|begins?|employ\\p{L}*|serves?|served|nam\\p{L}+|arbeitet|beginnt)(?!\\p{L})(?:[^.;!?]|(?<=(?:Dr|Mr|Mrs|Ms|Prof|St))\\.){0,80}? (?:as|als) ${the}(?:new )?(?<v>\\p{L}[\\p{L}-]*(?: (?!(?:on|from|at|with|since|because|when|after|before|until|starting|and|she|he|who|for|in|to)(?!\\p{L}))[\\p{L}-]+){0,4})`,
  },
  {
    asked: 'position, job, role, occupation, title, profession',
    pattern: `(?<!\\p{L})(?i:promoted to|befördert zum|befördert zur|appointed(?= \\p{Ll})) (?:the )?(?<v>\\p{L}[\\p{L}-]*(?: (?!(?:on|from|at|with|since|effective|as|and|in|of|by)(?!\\p{L}))[\\p{L}-]+){0,3})(?=[,.;]| (?:on|from|at|with|since|effective|in|and)(?!\\p{L}))`,
  },
  {
    asked: 'position, job, role, occupation, profession',
    pattern: `${word}(?: ${word}){1,3}, (?:our|the|an?|his|her|their) (?:new |former )?(?<v>\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+){0,3}?)(?=[,.;]| (?:at|of|in|for|from) )`,
  },
  {
    asked: 'position, job, role, occupation, title, profession, vacancy, opening',
    pattern: `(?<!\\p{L})(?i:vacancy|opening|position|job|looking|hiring|apply\\p{L}*|applied|Stelle)(?!\\p{L})[^.;!?]{0,40}? (?:for|of|as|als) ${the}(?:new )?(?<v>\\p{L}[\\p{L}-]*(?: (?!(?:on|from|at|with|since|starting|and|who|for|in|to|by|is|was)(?!\\p{L}))[\\p{L}-]+){0,4})`,
  },
  {
    asked: 'item, product, article, goods, thing, object, device',
    pattern: `(?<!\\p{L})(?i:sold|bought|purchased|ordered|rented|lost|returned?|sell|buy|repair|repaired|broke|stole|stolen)(?!\\p{L}) ${the}(?:his |her |their |new |used )?(?!(?:between|to|from|for|at|on|in|with|by|out|off|up|over|under|online|via)(?!\\p{L}))(?<v>\\p{L}[\\p{L}\\d-]*(?: (?!(?:to|from|for|at|on|in|with|that|which|because|and|I|he|she|we|they|last|yesterday|today|was|is|by)(?!\\p{L}))[\\p{L}\\d-]+){0,3})`,
    isWeak: true,
  },
  {
    asked: 'payment, method',
    pattern: `(?<!\\p{L})(?i:paid|pays?|paying|payment|settled|bezahlt\\p{L}*|payé\\p{L}*|pagad\\p{L}*)(?!\\p{L})[^.;!?]{0,40}? (?:in|by|with|via|through|mit|per|en|par|con) (?<v>cash|(?:credit |debit )?card|(?:bank |wire )?transfer|cheque|check|PayPal|direct debit|invoice|Karte|Überweisung|espèces|carte|virement|efectivo|tarjeta)(?!\\p{L})`,
  },
  {
    asked: 'manager, supervisor, boss, superior',
    pattern: `(?<!\\p{L})(?i:reports?|reporting|reported) (?:directly )?to (?:the )?(?<v>${NAME})`,
  },
  {
    isPart: true,
    asked: 'cause, reason, why, grund, motif',
    pattern: `(?<!\\p{L})(?i:because(?: of)?|due to|owing to|caused by|as a result of|weil|wegen|aufgrund|parce qu[e'’]|à cause d[e'’]|porque|debido a) ?(?<v>(?:[^.;!?,\\n]|(?<=(?:Dr|Mr|Mrs|Ms|Prof|St))\\.){3,120}?)${END}`,
  },
  {
    asked: 'problem, issue, defect, fault, symptom',
    pattern: `(?<!\\p{L})(?i:the (?:problem|issue|fault|defect) is (?:that )?|has a problem: )(?<v>[^.;!?\\n]{3,120}?)${END}`,
  },
  {
    asked: 'reference, purpose, motif, verwendungszweck',
    pattern: `(?<!\\p{L})(?i:reference|ref\\.?|purpose|verwendungszweck|betreff|motif|concepto) ?[:=] ?(?<v>[^.;\\n]{2,60}?)(?=[.;\\n]|$)`,
  },
  {
    asked: 'allergy, allergie',
    pattern: `(?<!\\p{L})(?i:allergic to|allergisch gegen|allergique (?:à|au)|alérgic\\p{L} a) (?<v>[^.;!?,\\n]{2,60}?)(?=[.;!?,\\n]|$| and (?:he|she|does|is|has|takes)(?!\\p{L}))`,
  },
  {
    isPart: true,
    asked: 'reason, complaint, defect, fault, issue, problem',
    pattern: `(?<!\\p{L})(?:[Tt]hey|[Ii]t|which|that) (?:are|is|was|were|arrived|came) (?:much |far |badly |completely |totally )?(?<v>(?:much |far )?too \\p{L}+|broken|damaged|defective|faulty|scratched|stained|the wrong \\p{L}+)(?!\\p{L})`,
  },
  {
    asked: 'insurer, insurance',
    pattern: `(?<!\\p{L})(?i:insured|insurance is|insurance company is|versichert|assurée?|asegurad[oa])(?!\\p{L}) (?:with|by|at|bei|chez|con)? ?${the}(?<v>${NAME})`,
  },
  {
    isPart: true,
    asked: 'law, jurisdiction',
    pattern: `(?<!\\p{L})(?i:governed by|subject to|under) (?:the )?laws? of (?:the )?(?:State of )?(?<v>${PLACE})`,
  },
  {
    isPart: true,
    asked: 'law, jurisdiction',
    pattern: `(?<!\\p{L})(?i:governed by|subject to|under) (?:the )?(?<v>${word}) law(?!\\p{L})`,
  },
  {
    asked: 'organiser, organizer, host, organisation, organization',
    pattern: `(?<!\\p{L})(?i:(?:organi[sz]ed|hosted|run|arranged) by|(?:meeting|conference|assembly|fair|gala|festival|tournament|party|dinner) of) ${the}(?<v>${NAME})`,
  },
  {
    isPart: true,
    asked: 'operating, os, platform',
    pattern: `(?<!\\p{L})(?<v>(?:Windows|macOS|Mac OS|Ubuntu|Debian|Fedora|Android|iOS|iPadOS|Red Hat|ChromeOS|Linux)(?: Server)?(?: (?:\\d[\\d.]*|XP|Vista))?)(?!\\p{L})`,
  },
  {
    asked: 'medication, medicine, drug, prescription, medicament',
    pattern: `\\d ?(?:mg|g|ml|µg|mcg|units|tablets)(?: of)? (?<v>\\p{L}{4,}(?<!daily|twice|once|every|each))(?!\\p{L})`,
  },
  {
    asked: 'medication, medicine, drug, prescription, medicament',
    pattern: `(?<!\\p{L})(?<v>(?!(?:prescribed|takes|taking|given|about|dose|tablets?|received?|daily|needs)(?!\\p{L}))\\p{L}{5,}) \\d[\\d.,]* ?(?:mg|ml|µg|mcg)(?!\\p{L})`,
  },
  {
    asked: 'vehicle, car, model, make, van, truck',
    pattern: `(?<!\\p{L})(?i:car|vehicle|van|truck|lorry|motorbike|motorcycle|bike),? (?:is )?(?:an? |the )?(?<v>${NAME}(?: \\d{1,4})?)`,
  },
  {
    asked: 'vehicle, car, van, truck',
    pattern: `(?<!\\p{L})(?i:drives?|drove|driving|rented|leased|hired) (?:an?|my|his|her|the) (?:\\p{Ll}+ )?(?<v>${NAME}(?: \\d{1,4})?)`,
  },
  {
    isPart: true,
    asked: 'study, studies, major, degree',
    pattern: `(?<!\\p{L})(?i:stud(?:ied|ies|ying|y)|majored in|(?:degree|graduated|diploma|bachelor|master)(?: of \\p{L}+)? in) (?<v>\\p{L}{4,}(?: (?:and )?\\p{L}{4,}){0,2}?)(?=[,.;]| (?:at|in|and|from|with) )`,
  },
  {
    asked: 'artist, band, performer, author, speaker, director, singer, musician, painter, composer, writer',
    pattern: `(?<!\\p{L})(?i:concert|show|gig|performance|album|song|exhibition|exhibit|painting|book|novel|film|talk|lecture|keynote|recital|play|movie)(?: [“"][^”"]*[”"])? by ${TITLE}(?<v>${LONG})`,
  },
  {
    asked: 'instructor, teacher, trainer, speaker, presenter, leader, lecturer, host, tutor, coach, moderator, guide',
    pattern: `(?<!\\p{L})(?i:led|taught|given|run|presented|hosted|conducted|moderated|guided) by ${the}(?:\\p{Ll}+ )?${TITLE}(?<v>${NAME})`,
  },
  {
    isPart: true,
    asked: 'assignee, assigned, handler, responsible',
    pattern: `(?<!\\p{L})(?i:assigned|handed over|passed|delegated|allocated|given) to ${TITLE}(?<v>${NAME})`,
  },
  {
    asked: 'status',
    pattern: `(?<!\\p{L})(?i:is|are|still|was|now|remains|currently|has been|status:?)(?: still| now| currently)? (?<v>open|closed|pending|resolved|solved|in progress|on hold|cancell?ed|shipped|delivered|paid|unpaid|overdue|approved|rejected|inactive|active|confirmed|completed|expired)(?!\\p{L})`,
  },
  {
    asked: 'symptom, complaint, diagnosis, condition, illness, disease, injury',
    pattern: `(?<!\\p{L})(?i:complain(?:s|ed|ing)? of|suffer(?:s|ed|ing)? from|diagnosed with|present(?:s|ed) with|treated for|admitted (?:[^.;]|\\p{Lu}\\p{Ll}?\\.){0,60}? with|because of) (?<v>(?:an? )?\\p{Ll}[^.;!?,\\n]{2,60}?)(?=[.;!?,\\n]|$| and (?:was|is|were|discharged|has|he|she)(?!\\p{L})| (?:on|at|since|after) )`,
  },
  {
    isPart: true,
    isPlace: true,
    asked: 'pickup, collection, loading, pick',
    pattern: `(?<!\\p{L})(?i:picked up|picks? up|collect(?:s|ed)?|loaded|load)(?!\\p{L})[^.;!?]{0,60}? (?:at|in|from) (?<v>${SITE})`,
  },
  {
    isPart: true,
    isPlace: true,
    asked: 'pickup, collection, rental',
    pattern: `(?<!\\p{L})(?i:rented|hired|rental)(?!\\p{L})[^.;!?]{0,60}? (?:at|in) (?<v>${SITE})`,
  },
  {
    isPart: true,
    isPlace: true,
    asked: 'delivery, dropoff, drop, unloading, discharge, destination, arrival',
    pattern: `(?<!\\p{L})(?i:delivered|delivers?|unloaded|dropped off|discharged|arrives?|arrived|reach(?:es|ed)?|lands?|landed)(?!\\p{L})[^.;!?]{0,60}? (?:in|at) (?<v>${SITE})`,
  },
  {
    isPart: true,
    isPlace: true,
    asked: 'origin, departure, loading, dispatch, shipped',
    pattern: `(?<!\\p{L})(?i:left|leaves?|sent|ships?|shipped|dispatched|loaded|sailed|departed)(?!\\p{L})[^.;!?]{0,60}? (?:in|from|at) (?<v>${SITE})(?! to )`,
  },
  {
    asked: 'court, tribunal',
    pattern: `(?<v>${word}(?: ${word}){0,2} (?:(?:district|regional|high|labou?r|supreme|commercial|county|local|federal|appeal|family) )?(?i:court|tribunal)(?: (?:in|of) ${PLACE})?)(?!\\p{L})`,
  },
  {
    isPlace: true,
    asked: 'city, location, place, town, site',
    pattern: `(?<!\\p{L})(?i:plot|apartment|flat|house|villa|cottage|office|shop|store|land|room|garage|property|building|studio|warehouse|workshop|course|seminar|conference|concert|accountant|engineer|manager|assistant|developer)(?: no\\.?)?(?: \\S*\\d\\S*)? in (?<v>${PLACE})`,
  },
  {
    asked: 'venue',
    pattern: `(?<=[\\d,y]) at (?:the )?(?<v>(?!\\d)${NAME})(?=,|\\.| near | in | on |$)`,
  },
  {
    asked: 'address, street',
    pattern: `(?<![\\p{L}\\d.,])(?<v>\\d{1,5}[a-zA-Z]?,? (?:${word} ){1,3}(?:Street|St|Road|Rd|Lane|Avenue|Ave|Drive|Way|Close|Court|Square|Place|Boulevard|Blvd|Terrace|Crescent|Hill|Park|Row|Walk|Quay|Gardens)(?!\\p{L})\\.?(?:, (?:Apt|Unit|Flat|Suite)\\.? \\w+)?(?:, ${TOWN})?(?:,? (?:[A-Z]{2} )?\\d{5})?)`,
  },
  {
    asked: 'address, street',
    pattern: `(?<![\\p{L}\\d])(?<v>(?:Via|Viale|Piazza|Corso|Calle|Avenida|Plaza|[Rr]ue|Rua|Boulevard|Quai) (?:(?:de|del|della|des|la|do|da|dos) )*${word}(?: ${word}){0,2},? \\d{1,4}[a-zA-Z]?)`,
  },
  {
    asked: 'address, street',
    pattern: `(?<![\\p{L}\\d])(?<v>(?:(?:Am|An der|Im) )?\\p{Lu}[\\p{L}-]*(?:straße|strasse|str\\.|weg|gasse|platz|allee|straat|gade|gatan|vej|laan|plein) \\d{1,4}[a-zA-Z]?(?:, (?:\\d{4,5} )?${TOWN})?)`,
  },
  {
    asked: 'contact',
    pattern: `(?<!\\p{L})(?i:contact|ask for|reach|rsvp to|speak to|questions to|in touch with|call|Ansprechpartner(?:in)?|Kontakt)(?: person)?(?: is)?:? ${TITLE}(?<v>${word}(?: ${word}){1,3})`,
  },
  {
    asked: 'department, team, division, position, role',
    pattern: `(?<!\\p{L})(?:[Rr]egards|[Bb]est|[Tt]hanks|[Ss]incerely|[Cc]heers|[Yy]ours),? ${word} ${word}, (?<v>\\p{L}[\\p{L} &-]{1,30}?)(?=$|[,.\\n])`,
  },
  {
    asked: 'service, work, task',
    pattern: `(?<!\\p{L})(?i:owe|paid|pay|bill|billed|invoice|invoiced|charged|charges|quote|quoted)(?!\\p{L})[^;!?]{0,60}? for (?<v>\\p{Ll}{2,}ing [^.;,!?\\n]{3,60}?)${END}`,
  },
  {
    asked: 'beneficiary, recipient, payee, receiver',
    pattern: `(?<!\\p{L})(?i:transfer|payment|donation|standing order|direct debit|wire|remittance|gift)(?!\\p{L})[^.;!?]{0,50}? to (?:the )?${TITLE}(?<v>${LONG})(?= (?:ends?|ended|on|was|were|is|for|from|with|starts?|started|will|has|by|since|every)(?!\\p{L})|[,.;]|$)`,
  },
  {
    asked: 'sender, payer, originator, remitter, donor',
    pattern: `(?<!\\p{L})(?i:transfer|payment|donation|deposit|wire|remittance|gift)(?!\\p{L})[^.;!?]{0,50}? (?:from|by) (?:the )?${TITLE}(?<v>${LONG})(?= (?:on|was|were|is|for|to|with|arrived|will|has|at|since|every|into)(?!\\p{L})|[,.;]|$)`,
  },
];
